"""The model: a robot's program with its options, level, counts and certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symoro.ir.program import Program
from symoro.passes import Operations, call_operations, program_parts
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.files import Printable
from symoro.pipeline.options import ONE_PART, READING, Options
from symoro.pipeline.plan import OutputKind, Plan
from symoro.pipeline.reading import reading_order
from symoro.pipeline.report import Report
from symoro.pipeline.tracing import trace_at
from symoro.pipeline.undefined import undefined_note
from symoro.request import written_options
from symoro.robot import Robot
from symoro.robot.joint_order import joint_table
from symoro.verify.certificate import Certificate
from symoro.version import __version__
from symoro.wording import identifier, quantity

if TYPE_CHECKING:
    from symoro.compile.compiled_model import CompiledModel
    from symoro.expressions.reading_order import ReadingOrder
    from symoro.printers.document import Document
    from symoro.printers.guard import Guard


@dataclass(frozen=True, eq=False, repr=False)
class Model(Printable):
    """A model: the result of a model function.

    Attributes:
        robot: the robot that was modelled: the options applied, decimals in Z made a rotation.
        kinds: the outputs that this model offers.
        states: the joint arrays that a call takes first.
        joints: the joints that these arrays run over, in order; `joint_names` has their names.
        plan: what the program was traced from, and what it is compared with.
        certificate: what it was verified against; None if that was declined.
        report: the formulations that were compared, and the gain of each pass.
        remarks: what a user must know, beside its route and where it is undefined (see `notes`).
        warnings: what is probably mistyped in the robot's tables, as `check` says it.
        relations: how the base parameters are grouped, if it is a model in these.
        nonzero: the parameters that the program divides by, which must not be zero.
        labels: what each place of an output's last index stands for, by output, where it has names.
        arguments: what the arrays are that only this model takes, by name.
        seconds: how long generation took, verification included.
        derivatives: by what it was differentiated, each time.
        calls: the calls in Python that it comes from, beyond what options ask for.
        source: the model whose derivatives these are.
    """

    robot: Robot
    entry: ModelDefinition
    options: Options
    kinds: tuple[OutputKind, ...]
    states: tuple[str, ...]
    joints: tuple[int, ...]
    program: Program
    plan: Plan
    certificate: Certificate | None
    report: Report
    remarks: tuple[str, ...]
    warnings: tuple[str, ...]
    relations: tuple[str, ...]
    nonzero: tuple[str, ...]
    labels: Mapping[str, tuple[str, ...]]
    arguments: Mapping[str, str]
    seconds: float
    derivatives: tuple[tuple[str, ...], ...] = ()
    calls: tuple[str, ...] = ()
    source: Model | None = None

    def __repr__(self) -> str:
        count = self.operations
        verified = "verified" if self.certificate else "not verified"
        return (
            f"<Model {self.name} of {self.robot.name} at {self.level}: "
            f"{quantity(count.add, 'addition')}, {quantity(count.mul, 'multiplication')}, "
            f"{verified}>"
        )

    def _repr_html_(self) -> str:
        """Outputs, equations, arguments, counts, certificate and notes, for notebooks."""
        from symoro.pipeline.notebook import model_html

        return model_html(self)

    def _repr_latex_(self) -> str | None:
        """The model as equations, for notebooks; None if they are too long to read."""
        from symoro.pipeline.notebook import model_latex

        return model_latex(self)

    @property
    def name(self) -> str:
        """The name of the model: ``idm``, ``idm derivatives by q``, ``... by q, then by QP``."""
        by = ", then by ".join(", ".join(names) for names in self.derivatives)
        return f"{self.entry.name} derivatives by {by}" if by else self.entry.name

    @property
    def request(self) -> str:
        """The request for this model: options of the command, then calls beyond them."""
        numbers = written_options(self.robot.folded)
        options = " ".join(filter(None, (numbers, self.options.command_text)))
        calls = f"in Python: {''.join(self.calls)}" if self.calls else ""
        return "; ".join(filter(None, (options, calls)))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The notes for a user on this robot's model."""
        undefined = undefined_note(self.program, self.plan.interface.undefined_where)
        return (*self.remarks, *self.plan.formulation.route_notes, *undefined)

    @property
    def level(self) -> str:
        """The level of optimisation."""
        return self.options.level

    @cached_property
    def operations(self) -> Operations:
        """The exact number of operations of a call; of its online part if it has two parts."""
        return call_operations(self.program, two_part=self.two_part)

    @property
    def two_part(self) -> bool:
        """True if constants are prepared once, apart from what each call computes."""
        return self.level not in ONE_PART

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions of the program, in words; levels O0 and O1 have none."""
        return tuple(f"{name} is not zero" for name in self.nonzero)

    @cached_property
    def guards(self) -> tuple[Guard, ...]:
        """The inertias that parameters alone determine and must not make zero."""
        plan = self.plan
        free = plan.formulation.free
        if free is None:
            return ()
        from symoro.pipeline.guards import inertia_guards

        return inertia_guards(plan.robot, free, self.program)

    def summary(self) -> list[str]:
        """Return the counts, the certificate and the notes, a line each."""
        title = f"{self.robot.name} {self.name} at {self.level}"
        assumptions, operations, notes = self.assumptions, self.operations, self.notes
        lines = [f"{title}: {operations}"]
        lines += self.certificate.lines() if self.certificate else ["Not verified."]
        return [*lines, *map("Assumed: {}".format, assumptions), *map("Note: {}".format, notes)]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the output arrays."""
        return tuple(output.name for output in self.program.outputs)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the joints that vectors run over, in order; empty for one without."""
        return tuple(self.robot.frame(j).name for j in self.joints)

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels of the columns of the first output that names them; empty if none does."""
        return next(iter(self.labels.values()), ())

    @cached_property
    def order(self) -> ReadingOrder | None:
        """The order of terms and factors, if the model is made to be read."""
        return (
            reading_order(self.robot, self.program)
            if self.options.expanded or self.entry.symbolic
            else None
        )

    @property
    def document(self) -> Document:
        """The model as printers see it; a parameter that is an inertia as well is named once."""
        inertias = {guard.symbol for guard in self.guards}
        nonzero = tuple([name for name in self.nonzero if name not in inertias])
        meanings = {output.name: output.meaning for output in self.kinds}
        level, two_part, operations = self.level, self.two_part, self.operations
        order, request, notes = self.order, self.request, self.notes
        parts = program_parts(self.program, two_part=two_part)
        certificate = tuple(self.certificate.lines()) if self.certificate else ()
        from symoro.printers.document import Document  # when there is something to print

        return Document(
            robot=self.robot,
            program=self.program,
            parts=parts,
            joints=self.joints,
            title=self.entry.title,
            stem=identifier(self.robot.name),
            extension=self.entry.extension,
            level=level,
            nonzero=nonzero,
            guards=self.guards,
            operations=operations,
            meanings=meanings,
            own=self.arguments,
            certificate=certificate,
            notes=notes,
            warnings=self.warnings,
            relations=self.relations,
            labels=self.labels,
            version=__version__,
            options=request,
            order=order,
        )

    def compile(self, backend: str = "llvm", *, errors: str = "ignore") -> CompiledModel:
        """Return the model as a function of NumPy arrays that runs native code.

        Of a closed robot it refuses positions and rates that do not close the loops, in the model's
        assembly mode where it holds in one only; `CompiledModel.prepare` gives one that does not
        look.

        Args:
            backend: ``"llvm"``, in memory, or ``"c"``, by the system's compiler.
            errors: ``"raise"`` for a SingularError where a result is NaN or infinite;
                ``"ignore"`` returns it.
        """
        from symoro.compile.compiler import compile_program

        sets = {values.name: values.numbers for values in self.robot.values}
        plan, refuse = self.plan, None
        if plan.formulation.free is not None:
            from symoro.verify.massless_joints import refuse_massless_numbers

            refuse = partial(refuse_massless_numbers, plan.robot, plan.formulation.free)
        check, require = plan.interface.state_check, None
        if check is not None and not {*self.outputs} & {*check.outputs(self.states)}:
            from symoro.pipeline.state_check import CheckedStates

            require = CheckedStates(check, plan, self.states, sets)
        return compile_program(
            self.program,
            self.states,
            sets,
            require=require,
            nonzero=self.nonzero,
            refuse=refuse,
            backend=backend,
            errors=errors,
            undefined_where=plan.interface.undefined_where,
        )

    def to_casadi(self, parameters: Mapping[str, float] | str | None = None) -> Any:
        """Return the model as a ``casadi.Function`` over SX, for optimal control and estimation.

        Its inputs are the argument arrays by name (``q``, ``QP``, ``QDP``), then ``p``, a column of
        the parameters in the order of ``model.program.parameters``; its outputs are the model's, by
        name. CasADi has matrices only: a vector is a column, and of an output with three indices
        the first two run together over the rows.

        Args:
            parameters: numbers, or the name of a value set; they are inside then, and there is no
                ``p``.

        Raises:
            UsageError: for a missing or unknown parameter, one that is NaN or infinite, or one that
                must not be zero and is.
            ModelError: for values that leave a joint without inertia, where the model divides by
                it; or if CasADi is not installed.
        """
        from symoro.compile.casadi_ import casadi_function

        if parameters is None:
            return casadi_function(self.program)
        self.compile().prepare(parameters)  # refuses what cannot be
        return casadi_function(self.program, self.robot.parameter_values(parameters))

    def derivative(self, *wrt: str | Sequence[str], mode: str | None = None) -> Model:
        """Return the model of the derivatives of all outputs, verified like any model.

        The derivative of ``GAM`` by ``q`` is an output ``dGAM_dq``: the shape of GAM, then that of
        q. At level O2 the cheapest program is differentiated, and made the cheapest again.

        Args:
            wrt: names of argument arrays (``q``) or of single inputs (the parameter ``M3``), or a
                list of names.
            mode: ``forward``, ``reverse``, or None for the one that needs fewer operations.

        Raises:
            UsageError: for an input that the model does not have, or an unknown mode.
            VerificationError: if the result differs from the slopes of the reference.
        """
        from symoro.pipeline.derivative import derivative

        return derivative(self, wrt, mode)

    def expand(self, *, short: bool = False, seconds: float = 60.0) -> dict[str, Any]:
        """Return each output as SymPy, without intermediate variables, simplified.

        Args:
            short: write C23 for cos(t2 + t3).
            seconds: what simplification may take; elements not reached are left as they are.

        Raises:
            ModelError: if it cannot be written out.
        """
        from symoro.pipeline.expand import abbreviate, expand_outputs
        from symoro.symbolic.to_sympy import reshape

        expansion = expand_outputs(self.page_program, seconds)
        elements = abbreviate(self.robot, expansion.elements)[0] if short else expansion.elements
        return {name: reshape(each, expansion.shapes[name]) for name, each in elements.items()}

    @property
    def page_program(self) -> Program:
        """The program of the page, also where a lean formulation computes its values."""
        page = self.plan.formulation.smooth
        if page is None or self.derivatives:
            return self.program
        plan = self.plan.with_formulation(trace=page)
        return trace_at(READING, plan, self.program.name, self.outputs)

    def as_dict(self, files: Sequence[Path] = ()) -> dict[str, object]:
        """The result as plain data, for JSON; columns only where they have names."""
        columns = {name: list(labels) for name, labels in self.labels.items()}
        return {
            "robot": self.robot.name,
            "model": self.entry.name,
            **(
                {"derivative": [n for each in by for n in each]} if (by := self.derivatives) else {}
            ),
            "level": self.level,
            **({"options": request} if (request := self.request) else {}),
            "operations": self.operations.as_dict(),
            "arguments": {name: list(shape) for name, shape in self.program.arrays},
            "parameters": list(self.program.parameters),
            "outputs": list(self.outputs),
            **({"columns": columns} if columns else {}),
            **({"joints": joints} if (joints := joint_table(self.robot, self.joints)) else {}),
            "files": [str(path) for path in files],
            "assumptions": list(self.assumptions),
            "notes": list(self.notes),
            "warnings": list(self.warnings),
            "verified": self.certificate.as_dict() if self.certificate else None,
            "report": self.report.as_dict(),
            "seconds": round(self.seconds, 3),
        }
