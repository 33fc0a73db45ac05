/** (1, 'tabla') → '1 tabla'; (2, 'comunidad', 'comunidades') → '2 comunidades'. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
