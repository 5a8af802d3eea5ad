// Tables of class "sortable": a button in each heading sorts the rows by its column, numbers as numbers.

const numbers = new Intl.Collator("en", { numeric: true });

function compare(one, other) {
  const difference = Number(one) - Number(other);
  return Number.isNaN(difference) || one === "" || other === "" ? numbers.compare(one, other) : difference;
}

function sortBy(table, heading, column) {
  const order = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", order);
  const text = (row) => row.cells[column].textContent;
  const rows = [...table.tBodies[0].rows].sort((a, b) => compare(text(a), text(b)));
  table.tBodies[0].append(...(order === "ascending" ? rows : rows.reverse()));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sortBy(table, heading, column));
    heading.append(button);
  });
}
