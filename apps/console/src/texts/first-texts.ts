/** The groups of texts that a rep needs. The others are loaded with the pages of owners. */
export const firstTexts = ['app', 'signIn', 'copy', 'fields', 'shell', 'desk', 'offers', 'embed', 'problems'];
