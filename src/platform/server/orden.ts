/** How a person runs a command of this installation: by npm where the sources are, by its launcher where a release is. */

/** The launcher of a release names itself, as it is called. */
export const LAUNCHER_VARIABLE = 'PORTON_LANZADOR';

/** @param words the command and what follows it: `restore ARCHIVO` */
export function orden(words: string): string {
  const launcher = process.env[LAUNCHER_VARIABLE];
  if (launcher) return `${launcher} ${words}`;
  const [command, ...rest] = words.split(' ');
  const asked = command === 'start' ? 'npm start' : `npm run ${command}`;
  return rest.length > 0 ? `${asked} -- ${rest.join(' ')}` : asked;
}
