// SPDX-License-Identifier: Apache-2.0
// The main function of programs that hold several tests.
#include "tests/support/testprogram.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace jitscope::testing {

namespace {

std::map<std::string, TestMain> &tests() {
    static std::map<std::string, TestMain> all;
    return all;
}

std::string nameOf(const char *path) {
    const std::string stem = std::filesystem::path(path).stem().string();
    return stem.starts_with("tst_") ? stem.substr(4) : "";
}

} // namespace

bool addTest(const char *file, TestMain main) {
    return tests().emplace(nameOf(file), main).second;
}

} // namespace jitscope::testing

int main(int argc, char **argv) {
    using namespace jitscope::testing;
    const auto test = tests().find(nameOf(argv[0]));
    if (test != tests().end()) return test->second(argc, argv);
    std::fprintf(stderr, "Call it by a link named tst_<name>. The tests of this program:");
    for (const auto &[name, main] : tests())
        std::fprintf(stderr, " %s", name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
}
