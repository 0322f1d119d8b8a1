// SPDX-License-Identifier: Apache-2.0
// Where the operator Print writes.
#pragma once

#include <string>

namespace jitscope::inline ops {

/** Takes whole lines, each with its newline. Called on the thread that runs the operator. */
using PrintSink = void (*)(const std::string &lines);

/** Where the operator Print writes from now on; the standard output for null. Gives what stood there before. */
PrintSink setPrintSink(PrintSink sink);

/** While one lives, what operators print on its thread is dropped. */
class QuietPrints {
public:
    QuietPrints();
    ~QuietPrints();
    QuietPrints(const QuietPrints &) = delete;
    QuietPrints &operator=(const QuietPrints &) = delete;
};

} // namespace jitscope::inline ops
