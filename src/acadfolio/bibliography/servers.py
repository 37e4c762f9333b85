"""A name comes in; whether it is that of a server of preprints comes out."""

from __future__ import annotations

import re

ARXIV = re.compile(r"\s*(?:arxiv\b.*|corr|computing research repository.*)\s*", re.IGNORECASE | re.DOTALL)
SERVER = re.compile(
    r"\s*(?:arxiv\b.*|corr|(?:bio|med|chem|psy|soc|eng|earth|tech|eco|agri|paleo|edu|afric|india)a?rxiv\b.*|socarxiv.*"
    r"|ssrn\b.*|research square|preprints(?:\.org)?|osf(?: preprints)?|hal(?: open science)?|authorea.*|zenodo"
    r"|psyarxiv.*|(?:iacr )?cryptology eprint archive.*|iacr eprint.*|eccc|peerj preprints"
    r"|essoar|optimization online|.*\bpreprint)\s*",
    re.IGNORECASE | re.DOTALL,
)
"""What stands as journal of a work that is in no journal."""
