#pragma once

#include "formats/torch/torch_records.h"

#include <map>
#include <optional>
#include <string_view>

namespace loupe::torch {

/// Follows the dictionaries and lists of a pickle.
class ZeroRecords : public TorchRecords {
public:
    explicit ZeroRecords(const pickle::PickleValues& values)
        : TorchRecords(values)
        , m_values(values)
    {
    }

    bool isMapping(pickle::PickleId id) const
    {
        return m_values.kind(id) == pickle::PickleKind::Dictionary
            || (m_values.kind(id) == pickle::PickleKind::Call
                && global(m_values.at(id).node.callee).meaning == TorchGlobal::Mapping);
    }

    bool isList(pickle::PickleId id) const
    {
        return m_values.kind(id) == pickle::PickleKind::List || m_values.kind(id) == pickle::PickleKind::Tuple;
    }

    std::string_view text(pickle::PickleId id) const
    {
        return m_values.kind(id) == pickle::PickleKind::Text ? m_values.text(id) : std::string_view();
    }

    /// Calls `visitor(key, value)` for each entry of a dictionary until it returns false.
    template <typename Visitor>
    void eachOf(pickle::PickleId mapping, Visitor&& visitor) const
    {
        if (!isMapping(mapping))
            return;
        pickle::PickleId key = pickle::PickleValues::none;
        for (const pickle::PickleId item : m_values.items(mapping)) {
            if (key == pickle::PickleValues::none) {
                key = item;
                continue;
            }
            if (!visitor(key, item))
                return;
            key = pickle::PickleValues::none;
        }
    }

    /// The entries of a dictionary that have texts as keys. If a key occurs several times, the last entry counts.
    std::map<std::string_view, pickle::PickleId> fields(pickle::PickleId mapping) const
    {
        std::map<std::string_view, pickle::PickleId> all;
        eachOf(mapping, [&](pickle::PickleId key, pickle::PickleId value) {
            if (m_values.kind(key) == pickle::PickleKind::Text)
                all.insert_or_assign(m_values.text(key), value);
            return true;
        });
        return all;
    }

    pickle::PickleId field(pickle::PickleId mapping, std::string_view name) const
    {
        pickle::PickleId found = pickle::PickleValues::none;
        eachOf(mapping, [&](pickle::PickleId key, pickle::PickleId value) {
            if (text(key) == name)
                found = value;
            return true;
        });
        return found;
    }

private:
    const pickle::PickleValues& m_values;
};

} // namespace loupe::torch
