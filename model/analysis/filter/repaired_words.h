#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Suggestions for a filter word that matches nothing, likeliest first. Each is one or more words. It does not know any
/// names, so the caller must try each suggestion.
///
///   3-7, layers.3-7        layer:3-7
///   layers.3-7.*q_proj     q_proj layer:3-7
///   layers.[3-7].*q_proj   *layers.[3-7].*q_proj*, since globs match whole names
///   layers\.3\.q           /layers\.3\.q/
///   q_proj,k_proj          *{q_proj,k_proj}*
///   "q_proj"               q_proj
///   and                    nothing: words are joined by "and" already
std::vector<std::string> repairedWords(std::string_view word);
/// True if users mean "or" by a word that matches nothing.
bool isMeantAsOr(std::string_view word);

} // namespace loupe
