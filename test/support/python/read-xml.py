"""Reads XML from standard input and tells it as JSON: [name, attributes, text, children]."""
import json
import sys
import xml.etree.ElementTree as tree


def told(element):
    return [element.tag, element.attrib, element.text or "", [told(child) for child in element]]


json.dump(told(tree.fromstring(sys.stdin.buffer.read())), sys.stdout)
