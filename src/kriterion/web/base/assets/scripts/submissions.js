// The page of a submission, or of a comparison.
import { watch } from "./parts/result.js";

const result = document.getElementById("result") ?? document.getElementById("compared");
if (result) watch(result);
