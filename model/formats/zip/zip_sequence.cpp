#include "formats/zip/zip_sequence.h"

#include "formats/zip/zip_end.h"

namespace loupe::zip {

Result<ZipSequence> findZipSequence(const Source& source, const Work& work)
{
    ZipSequence sequence{.firstEnd = source.size()};
    Findings ignored; // reported when the directory is read
    const auto last = findZipEnd(source, source.size(), longestZipComment, ignored);
    if (!last)
        return fail(last.error());
    if (!*last)
        return sequence;
    ZipEnd first = **last;
    while (first.before > 0) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped while archives were looked for", source.path().string());
        const auto previous = findZipEnd(source, first.before, 0, ignored);
        if (!previous)
            return fail(previous.error());
        if (!*previous)
            break;
        sequence.firstEnd = first.before;
        ++sequence.archives;
        first = **previous;
    }
    sequence.before = first.before;
    sequence.leadsToFirst = first.before == 0 && first.statedBegin == (*last)->statedBegin
        && first.records.size() == (*last)->records.size();
    return sequence;
}

} // namespace loupe::zip
