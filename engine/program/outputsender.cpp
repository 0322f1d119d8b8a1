// SPDX-License-Identifier: Apache-2.0
#include "engine/program/outputsender.h"

namespace jitscope::inline program {

namespace {

constexpr size_t mostBytes = size_t(1) << 20; ///< that wait for the next flush

} // namespace

void OutputSender::add(bool isError, const std::string &text) {
    {
        const std::lock_guard lock(m_mutex);
        m_bytes += text.size();
        if (!m_texts.empty() && m_texts.back().isError == isError)
            m_texts.back().text += text;
        else
            m_texts.push_back({isError, text});
        if (m_bytes < mostBytes) return;
    }
    flush();
}

void OutputSender::flush() {
    const std::lock_guard sending(m_sending);
    std::vector<OutputText> texts;
    {
        const std::lock_guard lock(m_mutex);
        texts = std::exchange(m_texts, {});
        m_bytes = 0;
    }
    for (const OutputText &each : texts)
        m_connection.send(MessageKind::Output, encode(each));
}

} // namespace jitscope::inline program
