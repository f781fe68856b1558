#include "items/values/value_pages.h"

#include "analysis/comparison/difference_search.h"

#include <array>

namespace loupe {

ValuePages::ValuePages(QObject* parent)
    : QObject(parent)
{
}

void ValuePages::request(SlicedTensor sliced, SliceWindow window)
{
    window = cutToPage(intersect(window, sliced.slice));
    auto job = [sliced = std::move(sliced), window](const Work& work) {
        auto page = readPage(sliced, window, work);
        if (page)
            (*page)->places = decimalPlaces(**page);
        return page;
    };
    m_reading.start(std::move(job), [this](Result<std::shared_ptr<ValuePage>> page) {
        if (page)
            emit ready(*page);
        else
            emit failed(page.error());
    });
}

void ValuePages::copy(SlicedTensor sliced, SliceWindow window, Notation notation)
{
    window = intersect(window, sliced.slice);
    auto job = [sliced = std::move(sliced), window, notation](const Work& work) -> Result<QString> {
        if (auto few = checkCopied(window); !few)
            return fail(std::move(few.error()));
        auto page = readPage(sliced, window, work);
        if (!page)
            return fail(std::move(page.error()));
        return tableText(std::array{PageOfSlice{**page, sliced.slice}}, window, notation);
    };
    m_copying.start(std::move(job), [this, values = window.rows * window.columns](Result<QString> table) {
        if (table)
            emit copied(*table, values);
        else
            emit failed(table.error());
    });
}

void ValuePages::stop()
{
    m_reading.stop();
    m_copying.stop();
}

ValueSearch::ValueSearch(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::progressed, this, &ValueSearch::progressed);
    connect(&m_job, &JobRunner::runningChanged, this, &ValueSearch::runningChanged);
}

void ValueSearch::start(
    std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, std::uint64_t from, SearchDirection direction)
{
    using Found = std::optional<std::uint64_t>;
    auto job = [checkpoint = std::move(checkpoint), tensor, from, direction](const Work& work) -> Result<Found> {
        auto elements = Elements::open(checkpoint, tensor);
        if (!elements)
            return fail(std::move(elements.error()));
        if (from >= elements->count())
            return Found();
        return findNonfinite(*elements, from, direction, work);
    };
    m_job.start(std::move(job), [this](Result<Found> element) { take(std::move(element)); });
}

void ValueSearch::startDifference(SlicedTensor a, SlicedTensor b, std::uint64_t from, SearchDirection direction)
{
    using Found = std::optional<std::uint64_t>;
    auto job = [a = std::move(a), b = std::move(b), from, direction](const Work& work) -> Result<Found> {
        auto elementsA = Elements::open(a.checkpoint, a.tensor);
        if (!elementsA)
            return fail(std::move(elementsA.error()));
        auto elementsB = Elements::open(b.checkpoint, b.tensor);
        if (!elementsB)
            return fail(std::move(elementsB.error()));
        if (from >= elementsA->count())
            return Found();
        return findDifference(*elementsA, *elementsB, from, direction, work);
    };
    m_job.start(std::move(job), [this](Result<Found> element) { take(std::move(element)); });
}

void ValueSearch::take(Result<std::optional<std::uint64_t>> element)
{
    if (!element)
        emit failed(element.error());
    else if (*element)
        emit found(**element);
    else
        emit notFound();
}

} // namespace loupe
