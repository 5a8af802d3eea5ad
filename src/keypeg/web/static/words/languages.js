// The languages of the page: each has its catalogue beside this file, under its name.

export const LANGUAGES = ["en"];
