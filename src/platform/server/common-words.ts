/**
 * What the lists of stolen passwords are made of, in Spanish and English: what stands in them alone, twice, or with a year or
 * some digits behind it. Lower case, without accents; the shorter of two words where one contains the other.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  contrasena contrasenia clave claves password passwd pass pwd secret secreto secreta acceso entrar entra login signin
  admin administrador administradora administracion administrator director directora superadmin superusuario supervisor usuario usuarios user users
  root sistema sistemas system server servidor guest invitado visita test testing prueba pruebas demo default temporal temp cambiame changeme nuevo nueva
  porton residencial residencia condominio condominios fraccionamiento privada colonia lote lotes casa casas caseta vigilancia vigilante
  seguridad cobranza caja tesoreria tesorero oficina obras tags consultor pagos mantenimiento vecino vecinos comite asociacion
  bienvenido bienvenida bienvenidos welcome hola hello holamundo letmein abrete sesamo open gracias porfavor
  iloveyou love lover loveme teamo tequiero tequieromucho amor amores amormio miamor corazon cielo bebe baby princesa princess reina king queen
  hermosa bonita lindo linda preciosa guapa angel angela angeles estrella star sol luna moon sunshine
  dios jesus jesucristo cristo virgen guadalupe maria marias jose juan juana luis carlos jorge pedro miguel angelica fernando fernanda
  alejandro alejandra daniel daniela ricardo roberto eduardo antonio francisco pancho manuel javier sergio arturo oscar raul mario
  victor hugo diego andres andrea gabriel gabriela rafael ramon martin david adrian patricia rosa carmen laura leticia lupita claudia
  sofia valeria ximena camila isabel elena teresa ana monica veronica silvia norma sandra diana paola natalia lucia
  hernandez garcia martinez lopez gonzalez rodriguez perez sanchez ramirez flores gomez torres diaz reyes cruz morales
  mexico mexicano mexicana viva vivamexico america americas chivas pumas cruzazul aguilas aguila tigres rayados santos toluca atlas leon
  puebla queretaro guadalajara monterrey tijuana cancun merida veracruz acapulco oaxaca chiapas sonora jalisco cdmx
  futbol football soccer beisbol baseball basketball campeon champion barcelona barca madrid realmadrid messi ronaldo
  familia family mama papa madre padre hijo hija hijos hermano hermana abuela abuelo esposa esposo amigo amiga amigos friends
  dragon monkey master shadow tiger tigre lobo gato gatito perro perrito chango caballo oso delfin mariposa butterfly panda
  superman batman spiderman pokemon pikachu naruto goku mario starwars minecraft fortnite roblox matrix ninja hunter killer
  michael jordan jennifer jessica ashley charlie thomas robert andrew joshua matthew
  computer computadora internet google facebook instagram whatsapp youtube samsung apple iphone android windows microsoft
  money dinero trabajo escuela feliz felicidad happy alegria vida libertad freedom paz peace suerte lucky
  chocolate cookie galleta pizza taco tacos tequila cerveza cafe coffee summer winter spring autumn verano invierno primavera otono
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  january february march april june july august september october november december monday friday sunday
  rojo azul verde negro negra blanco blanca amarillo red blue green black white purple orange silver golden
  trustno trustno1 whatever nothing nada nadie fuckyou pendejo cabron chingon verga puto puta mierda
  numero uno dos tres cuatro cinco
  `
    .trim()
    .split(/\s+/),
);
