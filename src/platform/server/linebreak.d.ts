/** What is used of it: where a text may be broken (Unicode's UAX #14), as pdfmake breaks it. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
