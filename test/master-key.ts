/** The master key of the tests: the template database is sealed under it, and so every clone is read with it. */
export const MASTER_KEY = Buffer.alloc(32, 'porton');
