"""The Action Score game: everybody acts at the same moment, and one number is initiative, accuracy and evasion."""
