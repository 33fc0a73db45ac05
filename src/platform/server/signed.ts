/** What a provider has signed: the body as it came, and the headers around it, in small letters. */
export interface Signed {
  text: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}
