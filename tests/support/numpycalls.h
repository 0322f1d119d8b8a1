// SPDX-License-Identifier: Apache-2.0
// Results of NumPy as the reference of tests: expressions over tensors, all computed by one run of Python.
#pragma once

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ops/opdef.h"

#include <QProcess>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace jitscope::testing {

/** What NumPy gave for one expression, or why it gave nothing. */
struct NumpyAnswer {
    std::string problem;
    std::vector<Tensor> values; ///< one, or those of a tuple; Float64 or Complex128
};

/** Collects expressions over `a[0]`, `a[1]`, ..., runs them and reads the answers. */
class NumpyCalls {
public:
    /** The number of the call. */
    size_t add(const std::string &expression, const std::vector<Value> &arguments) {
        m_cases += format("case(%zu, %s, [", m_count, jsonQuoted(expression).c_str());
        for (const Value &argument : arguments)
            m_cases += pythonText(argument) + ", ";
        m_cases += "])\n";
        return m_count++;
    }

    /** Why Python or NumPy cannot be asked, or "". */
    std::string run() {
        if (!writeFile(path("cases.py"), m_cases) || !writeFile(path("run.py"), program))
            return "the scripts cannot be written";
        QProcess python;
        python.start("/usr/bin/python3", {QString::fromStdString(path("run.py")), m_folder.path()});
        if (!python.waitForStarted()) return "/usr/bin/python3 cannot be started";
        if (!python.waitForFinished(120000)) return "Python does not come to an end";
        if (python.exitCode() == 0) return {};
        return python.exitCode() == 77 ? "NumPy is not installed for /usr/bin/python3"
                                       : python.readAllStandardError().toStdString();
    }

    NumpyAnswer answer(size_t call) const {
        const auto bytes = readFile(path(format("%zu.out", call)));
        if (!bytes) return {bytes.error().message, {}};
        NumpyAnswer result;
        for (size_t at = 0; at < bytes->size();) {
            const size_t lineEnd = bytes->find('\n', at);
            const std::string head = bytes->substr(at, lineEnd - at);
            if (lineEnd == std::string::npos || head.starts_with("error")) return {head, {}};
            Dims shape;
            const bool isOfComplex = head.ends_with("complex");
            for (const std::string &size : split(head.substr(0, head.find('c')), ' '))
                if (!size.empty()) shape.push(std::stoll(size));
            Tensor value(shape, isOfComplex ? DType::Complex128 : DType::Float64);
            if (bytes->size() - lineEnd - 1 < size_t(value.bytes())) return {"the result is cut off", {}};
            std::copy_n(reinterpret_cast<const std::byte *>(bytes->data()) + lineEnd + 1, value.bytes(),
                        value.mutableRawData());
            at = lineEnd + 1 + size_t(value.bytes());
            result.values.push_back(value);
        }
        return result;
    }

private:
    static constexpr const char *program = R"(
import math, os, sys
from math import inf, nan
try:
    import numpy as np
except ImportError:
    sys.exit(77)
folder = sys.argv[1]
def read(name, dtype, shape):
    return np.fromfile(os.path.join(folder, name), dtype).reshape(shape)
def case(number, expression, a):
    with open(os.path.join(folder, f"{number}.out"), "wb") as out:
        try:
            with np.errstate(all="ignore"):
                result = eval(expression, {"np": np, "math": math, "a": a})
            for item in result if isinstance(result, tuple) else (result,):
                item = np.asarray(item)
                kind = np.complex128 if item.dtype.kind == "c" else np.float64
                out.write((" ".join(map(str, item.shape)) + (" complex" if item.dtype.kind == "c" else "") + "\n").encode())
                out.write(np.ascontiguousarray(item, kind).tobytes())
        except Exception as problem:
            out.write(f"error {problem!r}\n".encode())
with open(os.path.join(folder, "cases.py")) as cases:
    exec(cases.read())
)";

    std::string path(const std::string &name) const { return m_folder.path().toStdString() + "/" + name; }

    /** A value as Python writes it; tensors are read from files of the folder. The 16-bit floats go as float32. */
    std::string pythonText(const Value &value) {
        if (const Tensor *given = value.asTensor()) {
            const bool isHalf = given->dtype() == DType::Float16 || given->dtype() == DType::BFloat16;
            const Tensor tensor = (isHalf ? given->cast(DType::Float32) : *given).contiguous();
            const std::string name = format("%zu.in", m_files++);
            const char *bytes = reinterpret_cast<const char *>(tensor.rawData());
            if (!writeFile(path(name), {bytes, size_t(tensor.bytes())})) return "unwritten";
            return format("read(\"%s\", \"%s\", %s)", name.c_str(), std::string(info(tensor.dtype()).python).c_str(),
                          toString(tensor.shape()).c_str());
        }
        if (const Sequence *sequence = value.asSequence()) {
            std::string text = "(";
            for (const Value &item : sequence->items)
                text += pythonText(item) + ", ";
            return text + ")";
        }
        if (value.isNone()) return "None";
        if (const bool *flag = value.asBool()) return *flag ? "True" : "False";
        if (const int64_t *integer = value.asInt()) return std::to_string(*integer);
        if (const double *real = value.asDouble()) return shortestNumber(*real);
        if (const DType *dtype = value.asDType()) return "np." + std::string(info(*dtype).python);
        return value.asString() ? jsonQuoted(*value.asString()) : "None";
    }

    QTemporaryDir m_folder;
    std::string m_cases;
    size_t m_count = 0, m_files = 0;
};

} // namespace jitscope::testing
