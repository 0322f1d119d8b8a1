# Strategy files of parallel trainings, made as real MindSpore makes them, and the ranks that it finds to hold the same.
import base64
import os
import tempfile

FILES = {
    0: ("CAAaJQoCcDASHwoECAIIAhINCP///////////wEIARoCCAEoADAAOAAaJQoCcDESHwoECAIIAhINCP///////////wEIABoCCAEo"
        "ADAAOAAaJQoCcDISHwoECAIIAhINCP///////////wEIABoCCAEoADAAOAA="),
    1: ("CAAaJQoCcDASHwoECAQIAhINCAAI////////////ARoCCAEoADAAOAAaHAoCcDESFgoECAQIAhIECAEIABoCCAEoADAAOAAaLgoC"
        "cDISKAoECAQIAhIWCP///////////wEI////////////ARoCCAEoADABOAI="),
    2: ("CAAaJwoCcDASIQoGCAIIAggCEg0IAgj///////////8BGgIIASgAMAA4ABowCgJwMRIqCgYIAggCCAISDQgCCP///////////wEa"
        "AggBKAAwAjj///////////8BGicKAnAyEiEKBggCCAIIAhINCP///////////wEIAhoCCAEoADAAOAA="),
    3: ("CAAaIwoCcDASHQoCCAgSDQgACP///////////wEaAggBKAAwADgAGiMKAnAxEh0KAggIEg0I////////////AQgAGgIIASgAMAA4"
        "ABosCgJwMhImCgIICBIWCP///////////wEI////////////ARoCCAEoADAAOAA="),
}
try:
    from mindspore.train._utils import get_parameter_redundancy
except ImportError:
    from mindspore.train.strategyfile import same_parts as get_parameter_redundancy

with tempfile.TemporaryDirectory() as folder:
    for number, text in FILES.items():
        path = os.path.join(folder, f"strategy_{number}.ckpt")
        with open(path, "wb") as file:
            file.write(base64.b64decode(text))
        found = get_parameter_redundancy(path, 0)
        print(number, {name: sorted(groups) for name, groups in sorted(found.items())})
