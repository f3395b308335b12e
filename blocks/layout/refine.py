"""placeholder"""
def refined(graph, pos, x, size, wires, heights, tick):
    return pos
