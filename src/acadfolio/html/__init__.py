"""Read and rewrite finished HTML: every module that needs tags, attributes or links goes through this package."""
