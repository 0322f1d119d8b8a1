// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/kerneltexts.h"

#include "engine/base/text.h"
#include "engine/codegen/hostjit.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/kernelmembers.h"
#include "engine/codegen/kernelmodule.h"
#include "engine/codegen/kernelplan.h"
#include "engine/codegen/readablemodule.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace jitscope::inline codegen {
namespace {

bool hasSource(const KernelPlan &plan, unsigned member) {
    if (member > plan.members.size()) return false;
    const SpanList &spans = plan.members[member - 1]->spans;
    return spans && !spans->empty() && spans->front().line > 0;
}

template<class Visit> void forEachInstruction(const llvm::Module &module, Visit &&visit) {
    for (const llvm::Function &function : module)
        for (const llvm::BasicBlock &block : function)
            for (const llvm::Instruction &instruction : block)
                visit(instruction);
}

KernelCoverage coverageOf(const KernelPlan &plan, const llvm::Module &module) {
    KernelCoverage coverage;
    forEachInstruction(module, [&](const llvm::Instruction &instruction) {
        ++coverage.instructions;
        const unsigned member = instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
        ++(member == 0 ? coverage.ofNone : coverage.ofMembers);
        if (member != 0 && hasSource(plan, member)) ++coverage.withSource;
    });
    return coverage;
}

/** Vectors of truths are masks: their width is that of what they choose from. */
std::string widestVectorOf(const llvm::Module &module) {
    const llvm::FixedVectorType *widest = nullptr;
    forEachInstruction(module, [&](const llvm::Instruction &instruction) {
        const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
        if (!type || type->getElementType()->isIntegerTy(1)) return;
        if (!widest || type->getPrimitiveSizeInBits() > widest->getPrimitiveSizeInBits()) widest = type;
    });
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (widest) widest->print(stream);
    return text;
}

/** The member of the tag "[3] " that begins at `at`, or 0. */
int memberAt(std::string_view line, size_t at) {
    const bool isWord = at == 0 || line[at - 1] == ' ';
    int member = 0;
    const char *const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + at + 1, end, member);
    const bool isTag = isWord && error == std::errc() && end - rest >= 2 && rest[0] == ']' && rest[1] == ' ';
    return isTag ? member : 0;
}

/** Code in front of a comment that is only the tag loses it: the tag has a column of its own. */
std::string_view withoutTag(std::string_view line, size_t tag) {
    if (tag < 2) return line;
    const char comment = line[tag - 2];
    const std::string_view code = line.substr(0, tag - 2);
    const bool isBehindCode = (comment == ';' || comment == '#') && code.find_first_not_of(' ') != code.npos;
    return isBehindCode ? code.substr(0, code.find_last_not_of(' ') + 1) : line;
}

/** The number behind `mark` if it ends the line, else -1. */
int numberBehind(std::string_view line, std::string_view mark) {
    const size_t at = line.rfind(mark);
    if (at == line.npos) return -1;
    int number = -1;
    const char *const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + at + mark.size(), end, number);
    return error == std::errc() && rest == end ? number : -1;
}

KernelLine lineOf(std::string_view line) {
    for (size_t at = line.find('['); at != line.npos; at = line.find('[', at + 1))
        if (const int member = memberAt(line, at)) {
            const std::string_view tag = line.substr(at);
            return {
                std::string(withoutTag(line, at)), member, {numberBehind(tag, " <- in"), numberBehind(tag, " -> out")}};
        }
    return {std::string(line), 0, {}};
}

int64_t bytesOf(const Abstract &type) {
    return type.isTensor() ? type.shape.product() * info(type.dtype).bytes : 0;
}

} // namespace

Result<KernelTexts> kernelTexts(const Graph &kernel) {
    const auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    HostJit &jit = HostJit::instance();
    llvm::LLVMContext context;
    const auto module = buildKernelModule(*plan, "kernel", jit.floatLanes(), context);
    KernelTexts texts;
    texts.loops = listLoops(*plan, kernel, jit.floatLanes());
    texts.unoptimizedIr = listMembers(*plan, ";") + listIr(*plan, *module);
    jit.optimize(*module);
    locateMoved(*module);
    texts.facts.coverage = coverageOf(*plan, *module);
    texts.facts.widestVector = widestVectorOf(*module);
    texts.optimizedIr = listMembers(*plan, ";") + listIr(*plan, *module);
    const std::string assembly = jit.assembly(*module);
    texts.assembly = assemblyHead(*plan, jit.description()) + listAssembly(*plan, assembly);
    texts.facts.registerBits = widestRegisterBits(texts.assembly);
    texts.facts.spills = countSpills(assembly);
    return texts;
}

std::vector<KernelLine> kernelLines(std::string_view text) {
    std::vector<KernelLine> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(lineOf(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<int> linesOf(const std::vector<KernelLine> &lines, const KernelPart &part) {
    std::vector<int> found;
    for (size_t i = 0; i < lines.size(); ++i) {
        const bool isOfMember = part.member > 0 && lines[i].member == part.member;
        const bool readsIt = part.input >= 0 && lines[i].access.input == part.input;
        if (isOfMember || readsIt) found.push_back(int(i));
    }
    return found;
}

std::vector<int> membersReading(const std::vector<KernelLine> &ir, int input) {
    std::vector<int> members;
    for (const KernelLine &line : ir)
        if (line.access.input == input && std::find(members.begin(), members.end(), line.member) == members.end())
            members.push_back(line.member);
    return members;
}

std::vector<int> assemblyLinesOf(const std::vector<KernelLine> &assembly, const std::vector<KernelLine> &ir,
                                 const KernelPart &part) {
    std::vector<int> found = linesOf(assembly, part);
    const auto isOfElements = [&](int line) { return assembly[size_t(line)].code.find("mm") != std::string::npos; };
    if (part.input < 0 || std::any_of(found.begin(), found.end(), isOfElements)) return found;
    for (const int member : membersReading(ir, part.input))
        for (const int line : linesOf(assembly, {member, -1}))
            if (assembly[size_t(line)].code.find("(%") != std::string::npos) found.push_back(line);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<KernelValue> kernelInputs(const Graph &kernel) {
    std::vector<KernelValue> values;
    for (const NodePtr &parameter : kernel.parameters)
        values.push_back({parameter->name, parameter->abstract, bytesOf(parameter->abstract), parameter->id, 0});
    return values;
}

std::vector<KernelValue> kernelOutputs(const Graph &kernel) {
    std::vector<KernelValue> values;
    for (const NodePtr &output : outputsOf(kernel)) {
        const auto at = std::find(kernel.nodes.begin(), kernel.nodes.end(), output);
        const int member = at == kernel.nodes.end() ? 0 : int(at - kernel.nodes.begin()) + 1;
        values.push_back({output->name, output->abstract, bytesOf(output->abstract), output->id, member});
    }
    return values;
}

int widestRegisterBits(std::string_view assembly) {
    constexpr std::pair<std::string_view, int> registers[] = {{"%zmm", 512}, {"%ymm", 256}, {"%xmm", 128}};
    for (const auto &[name, bits] : registers)
        if (assembly.find(name) != assembly.npos) return bits;
    return 0;
}

} // namespace jitscope::inline codegen
