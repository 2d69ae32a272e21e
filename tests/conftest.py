"""Settings of all tests: hypothesis draws the same examples in every run."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same every run",
    derandomize=True,
    deadline=None,  # no test depends on how fast a machine is
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same every run")
