"""The app `course_skills`."""

from django.apps import AppConfig


class CourseSkillsConfig(AppConfig):
    name = "kriterion.web.course_skills"
    label = "course_skills"
