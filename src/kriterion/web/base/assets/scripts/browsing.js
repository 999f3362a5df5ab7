// Scripts of the catalog's pages.
import { resizeMap, showPaths } from "./parts/exercise_map.js";

const map = document.querySelector(".map-paper svg");
if (map) {
  resizeMap(map);
  showPaths(map);
}
