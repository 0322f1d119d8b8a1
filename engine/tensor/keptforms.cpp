// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/keptforms.h"

#include "engine/base/availablememory.h"
#include "engine/base/clock.h"
#include "engine/base/largepages.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace jitscope::inline tensor {

namespace {

constexpr size_t formAlignment = 64;
/** A form that was not asked for so long makes room for others. */
constexpr int64_t unusedNs = int64_t(5'000'000'000);
constexpr int64_t shareOfMemory = 4;
/** How much is made before the machine is asked again for what is free. */
constexpr int64_t askAgainAfter = int64_t(64) << 20;
/** A form that was given so often before a write was worth making. */
constexpr int64_t worthwhile = 4;
constexpr int64_t mostPatience = int64_t(1) << 30;

/** What is known of one form of one storage. */
struct Form {
    FormKey key;
    uint64_t version = 0; ///< of the elements
    int64_t usedNs = 0;
    int64_t bytes = 0;
    KeptForm form = {};
    int64_t asked = 0, given = 0; ///< at this version
    int64_t writes = 0;           ///< that were noticed; what was made before one is of no moment in time
    int64_t patience = 2;         ///< at so many questions the form is made; more where writes came soon behind it
};

/** Makes a form outside of the lock: two threads that need the same may both make it, and one is kept. */
class Table {
public:
    /** The form, or whether it is time to make it, and then what keep() wants to know. */
    struct Answer {
        KeptForm form = {};
        bool isWanted = false;
        int64_t writes = 0;
    };

    Answer ask(const Storage &storage, const FormKey &key, int64_t bytes) {
        const std::lock_guard lock(m_mutex);
        Form &form = placeOf(storage.serial(), key);
        form.usedNs = nowNs();
        if (form.version != storage.version()) beginVersion(form, storage.version());
        ++form.asked;
        if (form.form) {
            ++form.given;
            return {form.form};
        }
        if (form.asked < form.patience) return {};
        if (hasRoomFor(bytes)) return {nullptr, true, form.writes};
        form.patience = std::min(2 * form.asked, mostPatience);
        return {};
    }

    /** Unless the elements were written, or lent, since `writes` was told. */
    void keep(const Storage &storage, const FormKey &key, int64_t writes, int64_t bytes, KeptForm made) {
        const std::lock_guard lock(m_mutex);
        Form &form = placeOf(storage.serial(), key);
        if (form.writes != writes || form.version != storage.version() || !storage.keepsForms()) return;
        letGo(form);
        form.form = std::move(made);
        form.bytes = bytes;
        m_bytes += bytes;
    }

    void forget(uint64_t serial) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_forms.find(serial);
        if (found == m_forms.end()) return;
        std::ranges::for_each(found->second, [this](Form &form) { letGo(form); });
        m_forms.erase(found);
    }

    void invalidate(uint64_t serial) {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_forms.find(serial); found != m_forms.end())
            std::ranges::for_each(found->second, [this](Form &form) { beginVersion(form, never); });
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

    /** The elements were, or may have been, written. */
    void beginVersion(Form &form, uint64_t version) {
        if (form.form)
            form.patience = form.given >= worthwhile ? Form().patience : std::min(2 * form.patience, mostPatience);
        letGo(form);
        form.version = version;
        form.asked = form.given = 0;
        ++form.writes;
    }

    void letGo(Form &form) {
        m_bytes -= form.bytes;
        form.bytes = 0;
        form.form = nullptr;
    }

    bool hasRoomFor(int64_t bytes) {
        if (bytes > m_room) {
            const int64_t most = (availableMemory() + m_bytes) / shareOfMemory;
            if (m_bytes + bytes > most) leaveUnused();
            if (m_bytes + bytes > most) return false;
            m_room = std::max(bytes, std::min(most - m_bytes, askAgainAfter));
        }
        m_room -= bytes;
        return true;
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
    int64_t m_room = 0; ///< what may be made before the machine is asked again
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
    const Table::Answer answer = table().ask(storage, key, int64_t(bytes));
    if (!answer.isWanted) return answer.form;
    std::byte *memory = allocateForm(bytes);
    if (!memory) return nullptr;
    const KeptForm form(memory, [](const std::byte *ended) { std::free(const_cast<std::byte *>(ended)); });
    make(memory);
    table().keep(storage, key, answer.writes, int64_t(bytes), form);
    return form;
}

void forgetForms(uint64_t serial) {
    table().forget(serial);
}

void invalidateForms(uint64_t serial) {
    table().invalidate(serial);
}

int64_t keptFormBytes() {
    return table().bytes();
}

} // namespace jitscope::inline tensor
