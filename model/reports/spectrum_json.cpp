#include "reports/spectrum_json.h"

namespace loupe {

void writeSpectrum(JsonWriter& json, const Spectrum& spectrum, const SpectrumQuestions& questions)
{
    json.key("matrix");
    json.beginObject();
    json.member("rows", spectrum.matrix.rows);
    json.member("columns", spectrum.matrix.columns);
    json.member("text", std::string_view(spectrum.matrix.text));
    json.endObject();
    json.member("exact", spectrum.isExact);
    json.member("largest", spectrum.largest());
    json.member("energy", spectrum.energy());
    json.member("floor", spectrum.floor);
    json.member("rank", spectrum.rank());
    json.member("stable_rank", spectrum.stableRank());
    json.member("effective_rank", spectrum.effectiveRank());
    json.member("condition", spectrum.condition());
    json.key("rank_for_energy");
    json.beginObject();
    json.member("energy", questions.share);
    json.member("rank", spectrum.rankFor(questions.share));
    json.endObject();
    if (questions.rank) {
        json.key("energy_of_rank");
        json.beginObject();
        json.member("rank", *questions.rank);
        json.member("energy", spectrum.energyKept(*questions.rank));
        json.endObject();
    }
    json.key("singular_values");
    json.beginArray();
    for (const double value : spectrum.values)
        json.value(value);
    json.endArray();
    if (!spectrum.isExact) {
        json.key("errors");
        json.beginArray();
        for (const double error : spectrum.errors)
            json.value(error);
        json.endArray();
    }
}

} // namespace loupe
