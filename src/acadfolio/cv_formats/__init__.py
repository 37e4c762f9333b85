"""The data of a CV as files of other programs, and back: JSON Resume, RenderCV and Word."""
