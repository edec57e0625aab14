"""The pictures of the Studio in the documentation: each one is shown, each one that is shown exists."""

from tests.studio.browser.pictures import PAGE, PICTURES, page_text, used_pictures

MOST_BYTES = 4_500_000  # of all pictures together: the repository stays small


def test_pages_show_every_picture_of_the_studio_and_no_other():
    assert {picture.name for picture in PICTURES.iterdir()} == used_pictures()


def test_the_page_of_rooms_is_the_one_that_the_command_writes():
    assert PAGE.read_text("utf-8") == page_text()


def test_the_pictures_are_small():
    assert sum(picture.stat().st_size for picture in PICTURES.iterdir()) <= MOST_BYTES
