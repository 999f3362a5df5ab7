"""URLs of the gradebook."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.gradebook.pages import exports, live_list, matrix, submission_list

app_name = "gradebook"
_COURSE = "courses/<slug:slug>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_COURSE}submissions/", submission_list.submissions, name="submissions"),
    path(f"{_COURSE}submissions/events", live_list.submission_events, name="submission-events"),
    path(f"{_COURSE}submissions/news", live_list.submission_news, name="submission-news"),
    path(f"{_COURSE}submissions/<int:activity_id>/dolos.zip", exports.dolos_zip, name="dolos-zip"),
    path(f"{_COURSE}results/", matrix.results, name="results"),
    path(f"{_COURSE}results.csv", exports.grades_csv, name="grades-csv"),
    path(f"{_COURSE}results.json", exports.grades_json, name="grades-json"),
    path(
        f"{_COURSE}series/<int:series_id>/submissions.zip",
        exports.submissions_zip,
        name="submissions-zip",
    ),
]
