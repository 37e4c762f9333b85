"""The settings for services of other hosts: visitor statistics, comments, maps of visitors."""

import re
from typing import Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Struct

from acadfolio.model.record import about
from acadfolio.model.values import Count, HttpUrl, Url
from acadfolio.source.yaml import load_table


class VisitorMap(Struct, frozen=True, kw_only=True):
    """A map of visitors from another host, shown by `{{ visitor_map() }}`."""

    provider: Annotated[str, about("The provider.")]
    url: Annotated[Url | None, about("The target of the link.")] = None
    title: Annotated[str, about("The link's title.")] = ""
    image: Annotated[Url | None, about("The URL of the map as an image.")] = None
    image_alt: Annotated[str, about("The alt text of the image.")] = ""
    width: Annotated[Count | None, about("Width in pixels.")] = None
    height: Annotated[Count | None, about("Height in pixels.")] = None
    script: Annotated[
        Url | None, about("The URL of a script that draws the map in your visitors' browsers.")
    ] = None


class Needs(Struct, frozen=True):
    """What a provider of analytics needs: the pattern of its `id`, an example, and whether it needs a `server`."""

    id: str
    example: str
    server: bool = False


Provider = Literal[
    "plausible", "goatcounter", "matomo", "umami", "google", "google-analytics-4", "custom"
]


class Analytics(Struct, frozen=True, kw_only=True):
    """Visitor statistics. There are none by default."""

    provider: Annotated[Provider, about("The service.")]
    id: Annotated[str, about("The provider's ID of your site.")] = ""
    server: Annotated[HttpUrl, about("Your own server, instead of the provider's.")] = HttpUrl()
    script: Annotated[Url | None, about("The URL of the script, for `custom`.")] = None
    attributes: Annotated[
        dict[str, str], about("Further attributes of the script: `data-site: abc`.")
    ] = {}

    def __post_init__(self) -> None:
        """Raises ValueError if a key that the provider needs is missing or invalid."""
        if self.provider != "custom":
            self._check_needs(
                msgspec.convert(load_table(__file__)[self.provider], Needs, strict=False)
            )
        elif not self.script:
            raise ValueError(
                "lacks `script`, which `custom` needs",
                "add `script: https://…`, or name a provider",
            )

    def _check_needs(self, needs: Needs) -> None:
        """Raises ValueError for an invalid `id` or a missing `server`."""
        has_own_server = (
            self.provider == "goatcounter" and self.server and not self.id
        )  # It needs no `id`.
        if not has_own_server and not re.fullmatch(needs.id, self.id):
            hint = f"write it as the provider gave it to you, such as `id: {needs.example}`"
            raise ValueError(f"lacks an `id` of {self.provider}", hint)
        if needs.server and not self.server:
            raise ValueError(
                f"lacks `server`, which {self.provider} needs", "add `server: https://…`"
            )


class Repository(str):
    """A repository on GitHub: its owner and its name."""

    PATTERN: ClassVar[str] = "[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_.-]+"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `owner/name` or a URL of GitHub. Raises ValueError."""
        name = text.strip().removeprefix("https://github.com/").removesuffix(".git").rstrip("/")
        if not re.fullmatch(cls.PATTERN, name):
            raise ValueError(
                "is not a repository on GitHub", "write its owner and its name: `curie/homepage`"
            )
        return cls(name)


class Comments(Struct, frozen=True, kw_only=True):
    """Comments below posts. The provider is contacted only when a reader opens them."""

    provider: Annotated[
        Literal["giscus", "utterances"], about("The provider: giscus or utterances.")
    ]
    repo: Annotated[Repository, about("The repository on GitHub: `curie/homepage`.")]
    repo_id: Annotated[str, about("The ID of the repository (giscus).")] = ""
    category: Annotated[str, about("The category of discussions (giscus).")] = ""
    category_id: Annotated[str, about("The ID of the category (giscus).")] = ""
    label: Annotated[str, about("The label of new issues (utterances).")] = ""
    theme: Annotated[
        str, about("The provider's name for its colours. Default: the reader's system setting.")
    ] = ""

    def __post_init__(self) -> None:
        """Raises ValueError if a key that giscus needs is missing."""
        needed = {
            "repo_id": self.repo_id,
            "category": self.category,
            "category_id": self.category_id,
        }
        missing = [f"`{key}`" for key, value in needed.items() if not value]
        if self.provider == "giscus" and missing:
            names = " and ".join([", ".join(missing[:-1]), missing[-1]] if missing[1:] else missing)
            raise ValueError(
                f"lacks {names}, which giscus needs", "copy the values from https://giscus.app"
            )
