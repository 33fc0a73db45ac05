/** The version that the sign-in page and the footer show (specification 000, section 9). */
export const VERSION = '2.2.24';
