// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/keptforms.h"

#include "engine/base/availablememory.h"
#include "engine/base/clock.h"
#include "engine/base/largepages.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jitscope::inline tensor {

namespace {

constexpr size_t formAlignment = 64;
/** A form that was not asked for so long makes room for others. */
constexpr int64_t unusedNs = int64_t(5'000'000'000);
constexpr int64_t shareOfMemory = 4;

struct Form {
    FormKey key;
    uint64_t version = 0; ///< of the elements
    int64_t usedNs = 0;
    int64_t bytes = 0;
    KeptForm form = {}; ///< null: asked for once
};

/** Makes a form outside of the lock: two threads that need the same may both make it, and one is kept. */
class Table {
public:
    /** The form, or whether it is time to make it; nothing where it was not asked for at this version before. */
    struct Answer {
        KeptForm form;
        bool isWanted = false;
    };

    Answer ask(const Storage &storage, const FormKey &key) {
        const std::lock_guard lock(m_mutex);
        Form &form = placeOf(storage.serial(), key);
        form.usedNs = nowNs();
        if (form.version != storage.version()) {
            letGo(form);
            form.version = storage.version();
            return {};
        }
        return {form.form, !form.form};
    }

    void keep(const Storage &storage, Form made) {
        const std::lock_guard lock(m_mutex);
        // Written or lent meanwhile: what was made is of no moment in time.
        if (made.version != storage.version() || !storage.keepsForms()) return;
        Form &place = placeOf(storage.serial(), made.key);
        letGo(place);
        m_bytes += made.bytes;
        place = std::move(made);
    }

    bool hasRoomFor(int64_t bytes) {
        const std::lock_guard lock(m_mutex);
        const int64_t most = (availableMemory() + m_bytes) / shareOfMemory;
        if (m_bytes + bytes > most) leaveUnused();
        return m_bytes + bytes <= most;
    }

    void forget(uint64_t serial) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_forms.find(serial);
        if (found == m_forms.end()) return;
        std::ranges::for_each(found->second, [this](Form &form) { letGo(form); });
        m_forms.erase(found);
    }

    int64_t bytes() {
        const std::lock_guard lock(m_mutex);
        return m_bytes;
    }

private:
    /** A version that no storage has stands for never. */
    static constexpr uint64_t never = ~uint64_t(0);

    Form &placeOf(uint64_t serial, const FormKey &key) {
        std::vector<Form> &forms = m_forms[serial];
        const auto found = std::ranges::find(forms, key, &Form::key);
        if (found != forms.end()) return *found;
        return forms.emplace_back(Form{.key = key, .version = never});
    }

    void letGo(Form &form) {
        m_bytes -= form.bytes;
        form.bytes = 0;
        form.form = nullptr;
    }

    void leaveUnused() {
        const int64_t latest = nowNs() - unusedNs;
        for (auto &[serial, forms] : m_forms)
            for (Form &form : forms)
                if (form.usedNs < latest) letGo(form);
    }

    std::mutex m_mutex;
    std::unordered_map<uint64_t, std::vector<Form>> m_forms; ///< by the storage
    int64_t m_bytes = 0;
};

/** Never ends: the last storages end after all other objects. */
Table &table() {
    static Table *const only = new Table;
    return *only;
}

std::byte *allocateForm(size_t bytes) {
    const size_t whole = (bytes + formAlignment - 1) / formAlignment * formAlignment;
    return static_cast<std::byte *>(whole < largePageBytes ? std::aligned_alloc(formAlignment, whole)
                                                           : tryLargePages(whole));
}

} // namespace

KeptForm keptForm(const Storage &storage, const FormKey &key, size_t bytes,
                  const std::function<void(std::byte *to)> &make) {
    if (!storage.keepsForms()) return nullptr;
    const uint64_t version = storage.version();
    Table::Answer answer = table().ask(storage, key);
    if (!answer.isWanted) return answer.form;
    if (!table().hasRoomFor(int64_t(bytes))) return nullptr;
    std::byte *memory = allocateForm(bytes);
    if (!memory) return nullptr;
    const KeptForm form(memory, [](const std::byte *ended) { std::free(const_cast<std::byte *>(ended)); });
    make(memory);
    table().keep(storage, {key, version, nowNs(), int64_t(bytes), form});
    return form;
}

void forgetForms(uint64_t serial) {
    table().forget(serial);
}

int64_t keptFormBytes() {
    return table().bytes();
}

} // namespace jitscope::inline tensor
