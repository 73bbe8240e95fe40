"""Lets a Python process believe that it runs some days later."""

import datetime
import time

SECONDS = 40 * 86_400
_time, _datetime = time.time, datetime.datetime


class _Later(_datetime):
    @classmethod
    def now(cls, tz=None):
        return _datetime.now(tz) + datetime.timedelta(seconds=SECONDS)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return cls.now()


time.time = lambda: _time() + SECONDS
datetime.datetime = _Later
