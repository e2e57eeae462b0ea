from collections.abc import Callable

from pypdfium2 import PdfBitmap, PdfDocument, PdfPage

FORMTYPE_NONE: int
FPDFBitmap_BGRx: int
FPDF_ANNOT: int
FPDF_PRINTING: int
FPDF_REMOVE_SECURITY: int
FPDF_RENDER_DONE: int

class Pause:
    def __init__(self, *, version: int) -> None: ...

IFSDK_PAUSE: type[Pause]
FPDF_GetSignatureCount: Callable[[PdfDocument], int]
FPDF_RenderPageBitmap_Start: Callable[[PdfBitmap, PdfPage, int, int, int, int, int, int, Pause], int]
FPDF_RenderPage_Close: Callable[[PdfPage], None]
