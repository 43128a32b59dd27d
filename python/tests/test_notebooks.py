"""Every notebook runs from top to bottom."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    if "openspiel" in path.stem:
        pytest.importorskip("pyspiel")
    if path.stem != "1-tour":
        pytest.importorskip("matplotlib")
    notebook = nbformat.read(path, as_version=4)
    # From the folder of the notebooks, as a reader starts them.
    where = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
