"""Reads XML from standard input and tells it as JSON: [name, attributes, text, children]."""
import json
import sys
import xml.etree.ElementTree as tree


def as_json(element):
    return [element.tag, element.attrib, element.text or "", [as_json(child) for child in element]]


json.dump(as_json(tree.fromstring(sys.stdin.buffer.read())), sys.stdout)
