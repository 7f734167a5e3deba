"""The command line, called as a person calls it."""

from typer.testing import CliRunner

from battlesim.cli import app
from battlesim.errors import BattlesimError


def battlesim(*arguments, width=80):
    """What came of a command that runs to its end: its exit code and what it printed, in a terminal of that width."""
    outcome = _invoked(arguments, width)
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit), outcome.exception
    return outcome


def refusal(*arguments):
    """What is said of a command that cannot be carried out."""
    outcome = _invoked(arguments, 80)
    assert isinstance(outcome.exception, BattlesimError), outcome.output
    return str(outcome.exception)


def _invoked(arguments, width):
    return CliRunner(env={"COLUMNS": str(width)}).invoke(app, [str(argument) for argument in arguments])
