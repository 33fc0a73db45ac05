/** Kinds of files, as they are named between programs. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
