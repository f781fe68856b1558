#include "formats/paddle/paddle_slices.h"

#include "core/name_hash.h"

#include <utility>

namespace loupe::paddle {

namespace {

/// A longer name costs more than the visit of its entry.
constexpr std::size_t shortName = 64;

class Finder {
public:
    Finder(const pickle::PickledObject& pickle, const PaddleRecords& records, std::uint64_t describingBytes,
        Findings& findings, const Work& work)
        : m_pickle(pickle)
        , m_records(records)
        , m_values(records.values())
        , m_findings(findings)
        , m_work(work)
        , m_visitsLeft(4 * m_values.size() + 100'000)
        , m_nameBytesLeft(16 * describingBytes + (std::uint64_t{16} << 20))
    {
    }

    std::vector<PaddleSlices> find()
    {
        pickle::PickleId all = pickle::PickleValues::none;
        forPairs(m_pickle.reading.root, [&](std::string_view key, pickle::PickleId value) {
            if (key == "UnpackBigParamInfor@@")
                all = value;
        });
        if (m_values.kind(all) == pickle::PickleKind::Dictionary)
            findIn(all);
        return std::move(m_found);
    }

private:
    void findIn(pickle::PickleId all)
    {
        std::vector<std::pair<std::string_view, pickle::PickleId>> descriptions;
        NameMap<std::string_view, std::size_t> places;
        forPairs(all, [&](std::string_view name, pickle::PickleId description) {
            if (!payName(name, description))
                return;
            const auto [place, isNew] = places.emplace(name, descriptions.size());
            if (isNew)
                descriptions.emplace_back(name, description);
            else
                descriptions[place->second].second = description;
        });
        for (const auto& [name, description] : descriptions) {
            if (m_ended || m_work.stopped())
                return;
            add(name, description);
        }
    }

    void add(std::string_view name, pickle::PickleId description)
    {
        pickle::PickleId shape = pickle::PickleValues::none;
        pickle::PickleId list = pickle::PickleValues::none;
        forPairs(description, [&](std::string_view part, pickle::PickleId value) {
            if (part == "OriginShape")
                shape = value;
            else if (part == "slices")
                list = value;
        });
        auto counts = m_records.counts(shape);
        if (!counts || m_values.itemCount(list) == 0 || !pay(m_values.itemCount(list), description))
            return;
        PaddleSlices found{name, description, std::move(*counts), {}};
        for (const pickle::PickleId slice : m_values.items(list)) {
            if (!payName(m_values.text(slice), description))
                return;
            found.slices.push_back(m_values.text(slice));
        }
        m_found.push_back(std::move(found));
    }

    /// Calls `visitor(key, value)` for each pair whose key is a text; if stopped, only for some.
    template <typename Visitor>
    void forPairs(pickle::PickleId dictionary, Visitor&& visitor)
    {
        constexpr std::size_t itemsBetweenLooks = 8192;
        if (!pay(m_values.itemCount(dictionary), dictionary))
            return;
        pickle::PickleId key = pickle::PickleValues::none;
        std::size_t count = 0;
        for (const pickle::PickleId item : m_values.items(dictionary)) {
            if (++count % itemsBetweenLooks == 0 && m_work.stopped())
                return;
            if (key == pickle::PickleValues::none) {
                key = item;
                continue;
            }
            if (m_values.kind(key) == pickle::PickleKind::Text)
                visitor(m_values.text(key), item);
            key = pickle::PickleValues::none;
        }
    }

    bool pay(std::uint64_t visits, pickle::PickleId id)
    {
        if (visits > m_visitsLeft)
            return cannotPay(id);
        m_visitsLeft -= visits;
        return true;
    }

    bool payName(std::string_view name, pickle::PickleId id)
    {
        if (name.size() > m_nameBytesLeft)
            return cannotPay(id);
        m_nameBytesLeft -= name.size() > shortName ? name.size() : 0;
        return true;
    }

    bool cannotPay(pickle::PickleId id)
    {
        if (!std::exchange(m_ended, true)) {
            m_findings.add({.severity = Severity::Warning,
                .code = "object-too-large",
                .message = "the list of arrays in slices refers to the same values over and over: the rest of them "
                           "are shown in slices",
                .offset = m_pickle.offsetOf(id)});
        }
        return false;
    }

    const pickle::PickledObject& m_pickle;
    const PaddleRecords& m_records;
    const pickle::PickleValues& m_values;
    Findings& m_findings;
    const Work& m_work;
    std::uint64_t m_visitsLeft;
    std::uint64_t m_nameBytesLeft;
    bool m_ended = false;
    std::vector<PaddleSlices> m_found;
};

} // namespace

std::vector<PaddleSlices> findPaddleSlices(const pickle::PickledObject& pickle, const PaddleRecords& records,
    std::uint64_t describingBytes, Findings& findings, const Work& work)
{
    return Finder(pickle, records, describingBytes, findings, work).find();
}

} // namespace loupe::paddle
