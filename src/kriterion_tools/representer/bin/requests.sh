#!/bin/sh
# Many solutions, one after the other, by requests on stdin: docs/author/representers.md.
exec python3 -P -m kriterion_tools.representer --requests
