#!/bin/sh
# -P: no module in the directory it is called from may pass for one of ours.
exec python3 -P -m kriterion_tools.analyzer "$@"
