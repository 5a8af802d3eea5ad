// Gets at modules by their names, and at words. Where the server has put the page together, bundled.js is in its place.

export function load(name) {
  return import(`./${name}.js`);
}

export async function loadWords(language) {
  return (await fetch(`/words/${language}.json`)).json();
}
