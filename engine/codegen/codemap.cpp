// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/codemap.h"

#include "engine/base/text.h"
#include "engine/codegen/hostjit.h"

#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>

namespace jitscope::inline codegen {
namespace {

using llvm::object::ObjectFile;

/** `take` what the object file has; nothing for bytes that are none. */
template<class Take> void withObject(const std::string &object, Take &&take) {
    auto file = ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "kernel"));
    if (file) return take(**file);
    llvm::consumeError(file.takeError());
}

/** The bytes of the one section that holds code; "" where there are none or several. */
std::string codeOf(const std::string &object) {
    std::string code;
    int sections = 0;
    withObject(object, [&](const ObjectFile &file) {
        for (const llvm::object::SectionRef &section : file.sections()) {
            if (!section.isText() || section.getSize() == 0) continue;
            ++sections;
            if (auto contents = section.getContents())
                code = contents->str();
            else
                llvm::consumeError(contents.takeError());
        }
    });
    return sections == 1 ? code : std::string();
}

int64_t paddingAt(int64_t offset, const AssemblyLine &line) {
    const int64_t padding = (line.alignment - offset % line.alignment) % line.alignment;
    return padding <= line.mostPadding ? padding : 0;
}

} // namespace

Result<std::vector<PlacedInstruction>> placeInstructions(const std::vector<AssemblyLine> &lines,
                                                         const std::string &object) {
    const std::string code = codeOf(object);
    if (code.empty()) return Error{"The kernel's object file has no single section of code."};
    std::vector<PlacedInstruction> placed;
    int64_t offset = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].kind != AssemblyLine::Kind::Instruction) continue;
        offset += paddingAt(offset, lines[i]);
        const MachineInstruction found =
            offset < int64_t(code.size())
                ? HostJit::instance().disassemble(std::string_view(code).substr(size_t(offset)))
                : MachineInstruction();
        if (found.bytes == 0 || mnemonicOf(found.text) != mnemonicOf(lines[i].text))
            return Error{format("The listing has \"%s\" where the code has \"%s\" (at byte %lld).",
                                std::string(trimmed(lines[i].text)).c_str(), std::string(trimmed(found.text)).c_str(),
                                static_cast<long long>(offset))};
        placed.push_back({offset, found.bytes, int(i)});
        offset += found.bytes;
    }
    return placed;
}

int64_t offsetOfFunction(const std::string &object, const std::string &symbol) {
    int64_t offset = -1;
    withObject(object, [&](const ObjectFile &file) {
        for (const llvm::object::SymbolRef &each : file.symbols()) {
            auto name = each.getName();
            auto address = each.getAddress();
            if (name && address && *name == symbol) offset = int64_t(*address);
            if (!name) llvm::consumeError(name.takeError());
            if (!address) llvm::consumeError(address.takeError());
        }
    });
    return offset;
}

const PlacedInstruction *instructionAt(const std::vector<PlacedInstruction> &instructions, int64_t offset) {
    const auto behind =
        std::upper_bound(instructions.begin(), instructions.end(), offset,
                         [](int64_t wanted, const PlacedInstruction &each) { return wanted < each.offset; });
    if (behind == instructions.begin()) return nullptr;
    const PlacedInstruction &found = *std::prev(behind);
    return offset < found.offset + found.bytes ? &found : nullptr;
}

} // namespace jitscope::inline codegen
