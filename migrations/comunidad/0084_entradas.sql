-- Which sign-in a session is of, where it went over to other communities or came from one (porton.entrada), and whether a second
-- factor was given in it.
ALTER TABLE sesion
  ADD COLUMN entrada uuid,
  ADD COLUMN con_factor boolean NOT NULL DEFAULT false;
ALTER TABLE sesion_a_medias ADD COLUMN entrada uuid;
