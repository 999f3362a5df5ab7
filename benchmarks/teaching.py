"""How long a teacher's pages take: 2,500 students, 30 exercises, 100,000 submissions in a course.

As in `pages`, which measures the students' pages of the same site. The page of a member list is
the one to compare with: it shows as many people and no results.
`TEACHING_SUBMISSIONS=20000 python -m benchmarks teaching` is a short run.
"""

import http.client
import os
import time
from statistics import median

from benchmarks import served_site as site
from benchmarks.pages import measure_page

# Half of them are for the course.
SUBMISSIONS = int(os.environ.get("TEACHING_SUBMISSIONS", "200000"))


def main() -> None:
    with site.temporary_site() as data:
        from benchmarks.large_site import fill  # needs Django, which is set up only now
        from kriterion.web.accounts.models import User
        from kriterion.web.courses.models import MemberRole, Membership
        from kriterion.web.courses.review_scope import ReviewScope
        from kriterion.web.statistics.services.course_statistics import compute_statistics
        from kriterion.web.submissions.models import Submission

        large = fill(SUBMISSIONS)
        course = large.courses[0]
        print(f"{Submission.objects.filter(course=course).count():,} submissions in the course")
        teacher = User.objects.create(username="teacher")
        Membership.objects.create(user=teacher, course=course, role=MemberRole.TEACHER)
        series = course.series.earliest("position")
        base = f"/courses/{course.slug}"
        pages = {
            "members": f"{base}/members/",
            "results of a series": f"{base}/results/?series={series.pk}",
            "results of the course": f"{base}/results/",
            "results, page 20": f"{base}/results/?page=20",
            "students who are stuck": f"{base}/results/?show=stuck",
            "students who are silent": f"{base}/results/?show=silent",
            "submissions": f"{base}/submissions/",
            "submissions to an exercise": f"{base}/submissions/?activity={large.activities[7].pk}",
            "submissions of a series": f"{base}/submissions/?series={series.pk}",
            "submissions, by status": f"{base}/submissions/?status=correct",
            "submissions, none match": f"{base}/submissions/?status=time%20limit%20exceeded",
            "submissions, by text": f"{base}/submissions/?text=student77",
            "submissions, by code": f"{base}/submissions/?code=return",
            "submissions, code not found": f"{base}/submissions/?code=not%20in%20any",
            "statistics, cached": f"{base}/statistics/",
            "home": "/",
        }
        seconds = []
        for _ in range(5):
            began = time.perf_counter()
            compute_statistics(ReviewScope(course=course))
            seconds.append(time.perf_counter() - began)
        print(f"statistics of the course, computed: {median(seconds) * 1000:.0f} ms")
        with site.served(data, workers=0) as (port, _):
            print(f"{'page':32}{'median':>10}{'p95':>10}{'Django':>10}{'added':>10}{'size':>10}")
            connection = http.client.HTTPConnection("127.0.0.1", port)
            for kind, address in pages.items():
                measure_page(connection, kind, [site.make_cookie(teacher)], [address])
