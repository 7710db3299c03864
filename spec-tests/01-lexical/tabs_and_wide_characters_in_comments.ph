// SPDX-License-Identifier: Apache-2.0
kernel tabs_and_wide_characters_in_comments(O: tensor<i32>[N]) {
	O[0]	=	1 // ein Kommentar mit Umlauten: äöü, 漢字, 🙂
}
