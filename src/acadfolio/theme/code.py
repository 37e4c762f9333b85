"""A parsed template comes in, the Python code that renders it comes out, with a shorter way for what pages do most.

A page of a paper prints two hundred values, asks for as many fields and includes a dozen other templates. As Jinja
writes it, each value passes through two functions and becomes a `Markup` twice, each field is asked for by a call, and
each include looks its template up and copies all variables twice. Here the environment prints and includes in one step
(`Sandbox.printed`, `included`, `imported`) and says which records have a field (`having`), with the same result.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING

from jinja2.compiler import CodeGenerator

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.compiler import Frame


class ShortCode(CodeGenerator):
    """Jinja's generator of code. What it asks of an environment is in `theme/environment.py`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _escapes(frame):
            self.write("environment.printed(context, ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _escapes(frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja calls it
        self.attributes: set[str] = set()
        super().visit_Template(node, frame)
        for attribute in sorted(self.attributes):
            self.writeline(f"has_{attribute} = environment.having[{attribute!r}]")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """A field of a record of ours that was looked at before is safe, and asked for without a call."""
        if not node.attr.isascii() or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.attributes.add(node.attr)
        value = self.temporary_identifier()
        self.write(f"({value}.{node.attr} if type({value} := ")
        self.visit(node.node, frame)
        self.write(f") in has_{node.attr} else environment.getattr({value}, {node.attr!r}))")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """What `~` puts together prints itself as it does alone."""
        if not _escapes(frame):
            super().visit_Concat(node, frame)
            return
        self.write("environment.joined(context, (")
        for value in node.nodes:
            self.visit(value, frame)
            self.write(", ")
        self.write("))")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - Jinja calls it
        """One text, instead of a generator whose pieces are handed through all templates around it."""
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.start_write(frame, node)
        self.write("environment.included(")
        self.visit(node.template, frame)
        self.write(f", {self.name!r}, context, {self.dump_local_context(frame)})")
        self.end_write(frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        if node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.imported(")
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")


def _escapes(frame: Frame) -> bool:
    """Whether it is known that what is printed here is escaped."""
    return bool(frame.eval_ctx.autoescape and not frame.eval_ctx.volatile)
