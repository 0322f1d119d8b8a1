// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/assemblylines.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstdio>

namespace jitscope::inline codegen {
namespace {

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

bool isLabel(std::string_view line) {
    return line.substr(0, line.find_first_of(" \t")).back() == ':';
}

bool isData(std::string_view line) {
    constexpr std::string_view data[] = {".long", ".quad", ".zero", ".byte", ".short"};
    return std::any_of(std::begin(data), std::end(data), [&](std::string_view word) { return startsWith(line, word); });
}

/** Labels that nobody jumps to, comments, and directives that only speak to the assembler; data (constants) stays. */
bool isNoise(std::string_view line) {
    if (line.empty() || line.front() == '#') return true;
    if (isLabel(line)) return startsWith(line, ".Ltmp") || startsWith(line, ".Lfunc");
    return line.front() == '.' && !isData(line);
}

/** Tabs as the assembler's listing means them: to the next multiple of eight. */
std::string withoutTabs(std::string_view line) {
    std::string text;
    for (char c : line) {
        if (c == '\t')
            text.resize((text.size() / 8 + 1) * 8, ' ');
        else
            text += c;
    }
    return text;
}

/** What directives said of the line that comes next. */
struct Directives {
    AssemblyLine next;
    bool isCode = true;

    void read(std::string_view line) {
        if (startsWith(line, ".loc")) return readLocation(std::string(line));
        if (startsWith(line, ".text")) isCode = true;
        if (startsWith(line, ".section")) isCode = isExecutable(line);
        if (isCode && startsWith(line, ".p2align")) readAlignment(std::string(line));
    }

private:
    /** By the flags behind the name: ".section .ltext,"axl",@progbits". */
    static bool isExecutable(std::string_view section) {
        const size_t open = section.find('"'), close = section.find('"', open + 1);
        if (open == section.npos || close == section.npos) return startsWith(trimmed(section.substr(8)), ".text");
        return section.substr(open, close - open).find('x') != section.npos;
    }
    /** ".loc file line column": the line is the member's number, 0 for code of no member. */
    void readLocation(const std::string &line) {
        int file = 0, member = 0, column = 0;
        if (std::sscanf(line.c_str(), ".loc %d %d %d", &file, &member, &column) < 2) return;
        next.member = member;
        next.access = accessOfColumn(unsigned(std::max(column, 0)));
    }
    /** ".p2align 4, 0x90" or ".p2align 4, 0x90, 10": to 16 bytes, by no more than 10. */
    void readAlignment(const std::string &line) {
        const std::vector<std::string> parts = split(line.substr(8), ',');
        next.alignment = int64_t(1) << std::clamp(std::atoi(parts.front().c_str()), 0, 16);
        next.mostPadding = parts.size() > 2 ? std::atoi(parts[2].c_str()) : INT64_MAX;
    }
};

} // namespace

std::vector<AssemblyLine> parseAssembly(std::string_view assembly) {
    using Kind = AssemblyLine::Kind;
    std::vector<AssemblyLine> lines;
    Directives directives;
    for (const std::string &raw : split(assembly, '\n')) {
        const std::string_view line = trimmed(raw);
        if (!line.empty()) directives.read(line);
        if (isNoise(line)) continue;
        AssemblyLine parsed{isLabel(line)  ? Kind::Label
                            : isData(line) ? Kind::Data
                                           : Kind::Instruction,
                            withoutTabs(raw)};
        if (parsed.kind == Kind::Instruction) {
            parsed = directives.next;
            parsed.kind = Kind::Instruction;
            parsed.text = withoutTabs(raw);
            directives.next.alignment = 1;
            directives.next.mostPadding = INT64_MAX;
        }
        lines.push_back(std::move(parsed));
    }
    return lines;
}

std::string_view mnemonicOf(std::string_view instruction) {
    const std::string_view text = trimmed(instruction);
    return text.substr(0, text.find_first_of(" \t"));
}

SpillCounts countSpills(std::string_view assembly) {
    SpillCounts counts;
    for (const std::string &line : split(assembly, '\n')) {
        const size_t comment = line.find('#');
        if (comment == std::string::npos) continue;
        const std::string_view said = std::string_view(line).substr(comment);
        if (said.find("-byte ") == said.npos) continue;
        if (said.find(" Spill") != said.npos) ++counts.stores;
        if (said.find(" Reload") != said.npos) ++counts.reloads;
    }
    return counts;
}

} // namespace jitscope::inline codegen
