// Draw each figure[data-plot] from its own table, which stays for those who prefer to read it.
import {
  BarController,
  BarElement,
  BubbleController,
  CategoryScale,
  Chart,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
} from "chart.js";

Chart.register(
  BarController,
  BarElement,
  BubbleController,
  CategoryScale,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
);
Chart.defaults.animation = false;
Chart.defaults.datasets.bar.maxBarThickness = 48;
Chart.defaults.plugins.legend.labels.usePointStyle = true;

const LARGEST_DOT = 13; // pixels
// Lines differ in dash and point as well as in colour.
const LINE_COLOURS = ["accent", "good", "violet", "warn", "teal", "bad"];
const POINTS = ["circle", "triangle", "rect", "rectRot", "star"];

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const readTable = (figure) => {
  const [heading, ...columns] = figure.querySelectorAll("thead th");
  const rows = [...figure.querySelectorAll("tbody tr")];
  return {
    heading: heading.textContent,
    columns: columns.map((cell) => ({ name: cell.textContent, colour: cell.dataset.colour })),
    labels: rows.map((row) => row.cells[0].textContent),
    values: rows.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.dataset.value))),
  };
};

const column = (table, number) => table.values.map((row) => row[number]);

const axes = (more = {}) => {
  const axis = { grid: { color: colourOf("line") }, ticks: { color: colourOf("muted"), precision: 0 } };
  return { x: { ...axis, ...more.x }, y: { ...axis, beginAtZero: true, ...more.y } };
};

const makeBars = (table) => ({
  type: "bar",
  data: {
    labels: table.labels,
    datasets: [{ label: table.columns[0].name, data: column(table, 0), backgroundColor: colourOf("accent") }],
  },
  options: { plugins: { legend: { display: false } }, scales: axes() },
});

const makeStacked = (table) => ({
  type: "bar",
  data: {
    labels: table.labels,
    datasets: table.columns.map(({ name, colour }, number) => ({
      label: name,
      data: column(table, number),
      backgroundColor: colourOf(colour || "accent"),
    })),
  },
  options: { scales: axes({ x: { stacked: true }, y: { stacked: true } }) },
});

const makeLines = (table) => ({
  type: "line",
  data: {
    labels: table.labels,
    datasets: table.columns.map(({ name }, number) => {
      const colour = colourOf(LINE_COLOURS[number % LINE_COLOURS.length]);
      return {
        label: name,
        data: column(table, number),
        borderColor: colour,
        backgroundColor: colour,
        borderDash: number < LINE_COLOURS.length ? [] : [6, 4],
        pointStyle: POINTS[number % POINTS.length],
        stepped: true,
      };
    }),
  },
  options: { scales: axes() },
});

const makeGrouped = (table, _width, highest) => ({
  type: "bar",
  data: {
    labels: table.labels,
    datasets: table.columns.map(({ name, colour }, number) => ({
      label: name,
      data: column(table, number),
      backgroundColor: colourOf(colour || LINE_COLOURS[number % LINE_COLOURS.length]),
    })),
  },
  options: { scales: axes({ y: highest ? { max: highest } : {} }) },
});

// Columns: tried, solved, fewest, lower quartile, median, upper quartile, most.
const makeSpread = (table) => ({
  data: {
    labels: table.labels,
    datasets: [
      {
        type: "line",
        label: table.columns[4].name,
        data: column(table, 4),
        showLine: false,
        pointStyle: "rectRot",
        pointRadius: 6,
        borderColor: colourOf("ink"),
        backgroundColor: colourOf("ink"),
      },
      {
        type: "bar",
        label: `${table.columns[3].name} – ${table.columns[5].name}`,
        data: table.values.map((row) => [row[3], Math.max(row[5], row[3] + 0.05)]),
        backgroundColor: colourOf("accent"),
      },
    ],
  },
  options: { scales: axes() },
});

const makeHours = (table, width) => {
  const largest = Math.min(LARGEST_DOT, width / 60);
  const most = Math.max(1, ...table.values.flat());
  const dots = table.values.flatMap((row, day) =>
    row.flatMap((count, hour) => (count ? [{ x: hour, y: day, r: 1 + largest * Math.sqrt(count / most), count }] : [])),
  );
  return {
    type: "bubble",
    data: { datasets: [{ data: dots, backgroundColor: colourOf("accent") }] },
    options: {
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ raw }) => `${table.labels[raw.y]} ${raw.x}:00: ${raw.count}` } },
      },
      scales: axes({
        x: { min: -1, max: 24, ticks: { color: colourOf("muted"), stepSize: 4, callback: (hour) => (hour < 0 || hour > 23 ? "" : hour) } },
        y: {
          beginAtZero: false,
          min: -0.8,
          max: 6.8,
          reverse: true,
          ticks: { color: colourOf("muted"), stepSize: 1, callback: (day) => table.labels[day] ?? "" },
          afterBuildTicks: (axis) => {
            axis.ticks = table.labels.map((_, value) => ({ value }));
          },
        },
      }),
    },
  };
};

const MAKERS = { bars: makeBars, grouped: makeGrouped, stacked: makeStacked, lines: makeLines, spread: makeSpread, hours: makeHours };

const draw = (figure) => {
  const configuration = MAKERS[figure.dataset.plot](readTable(figure), figure.clientWidth, Number(figure.dataset.highest));
  configuration.options.responsive = true;
  configuration.options.maintainAspectRatio = false;
  configuration.options.color = colourOf("ink");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", figure.querySelector("h2").textContent);
  figure.querySelector(".plot-paper").replaceChildren(canvas);
  return new Chart(canvas, configuration);
};

let charts = [];
const drawAll = () => {
  for (const chart of charts) chart.destroy();
  Chart.defaults.color = colourOf("ink");
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  charts = [...document.querySelectorAll("figure[data-plot]")].map(draw);
};

for (const figure of document.querySelectorAll("figure[data-plot]")) {
  figure.querySelector("details").open = false;
  figure.dataset.drawn = "";
}
drawAll();
// The colours follow the appearance that is chosen on the page or on the device.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-appearance"] });
