// The languages of the page, each with its own name; its catalogue is beside this file, under its tag.

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };
